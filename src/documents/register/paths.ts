export const REGISTER_PATHS = {
  csv: '/treatments/register/csv',
  xlsx: '/treatments/register/xlsx',
  html: '/treatments/register/html',
} as const;
