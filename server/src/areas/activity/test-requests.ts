import type { Client } from '../../testing/client.ts'

export const range = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' }

export const filters = { phrase: 'x', ...range, everywhere: 'false' }

export const aboutContent = ({ id }: { id: string }, { organizationId }: Client) => ({
  objectId: id,
  contentId: id,
  organizationId: organizationId ?? '',
})
