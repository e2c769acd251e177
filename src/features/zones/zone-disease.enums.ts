import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const ZoneDisease = defineEnum(
  'ZoneDisease',
  'Why moves out of a zone are restricted: the diseases of bees that Regulation (EU) 2016/429 lists (categories in Regulation (EU) 2018/1882), and what national law adds.',
  {
    AMERICAN_FOULBROOD: 'American foulbrood (Paenibacillus larvae).',
    EUROPEAN_FOULBROOD: 'European foulbrood (Melissococcus plutonius), which some countries control.',
    SMALL_HIVE_BEETLE: 'Infestation with the small hive beetle (Aethina tumida).',
    TROPILAELAPS: 'Infestation with mites of the genus Tropilaelaps.',
    VARROOSIS: 'Infestation with varroa mites, where a country is free of them.',
    OTHER: 'Another reason: the order says which.',
  },
);
export type ZoneDisease = EnumOf<typeof ZoneDisease>;
