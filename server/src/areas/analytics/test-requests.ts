import type { Tenant } from '../../contract/test-case.ts'

/** The tenant in the query, in place of the header. */
export const tenantOf = ({ owner: { organizationId, environmentId } }: Tenant) => ({
  organisation: organizationId ?? '',
  environment: environmentId ?? '',
})

export const range = { from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z' }
