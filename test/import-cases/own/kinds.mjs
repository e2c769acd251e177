// What a table is, and what its columns are.
export default [];
