import type { Cases, Tenant } from '../../../contract/test-case.ts'

const listQuery = ({ collection }: Tenant) => ({
  query: {
    assetCollectionUUID: collection.id,
    pageNum: '1',
    pageSize: '12',
    phrase: 'x',
    status: 'ready,failed',
    sort: 'title',
    showAssetCollections: 'true',
  },
})

export const cases: Cases = {
  listContents: listQuery,
  listContentsByShortPath: listQuery,
  listMetadataKeys: () => ({}),
  listTags: () => ({}),
}
