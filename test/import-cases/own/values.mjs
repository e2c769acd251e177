// How values, units and days are read, and where a table ends.
export default [];
