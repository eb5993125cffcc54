import type { Cases } from '../../../contract/test-case.ts'
import { range } from '../test-requests.ts'

export const cases: Cases = {
  listAudit: ({ owner, content }) => ({
    query: {
      organizationId: owner.organizationId ?? '',
      environmentId: owner.environmentId ?? '',
      objectId: content.id,
      pageSize: '10',
      phrase: 'x',
      ...range,
      action: 'role.created',
    },
    passesOver: ['query.environmentId', 'query.objectId'],
  }),
}
