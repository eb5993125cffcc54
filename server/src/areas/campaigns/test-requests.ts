export const page = { pageNum: '1', pageSize: '12' }
