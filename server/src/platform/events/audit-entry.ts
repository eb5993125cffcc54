import type { AuditAction } from '@kinora/contract'
import type { Person, Program } from '../auth.ts'

/** The recorded part of a caller. */
export type AuditActor =
  | (Pick<Person, 'kind' | 'userId' | 'name'> & { readonly impersonatedBy: { readonly name: string } | null })
  | Pick<Program, 'kind' | 'tokenId' | 'name'>

export interface AuditEntry {
  readonly organizationId: string
  readonly environmentId?: string
  readonly action: AuditAction
  /** Null if Kinora itself acted. */
  readonly actor: AuditActor | null
  readonly object: { readonly type: string; readonly id: string; readonly name: string }
  /** The changed fields, never secrets. */
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
  readonly at: Date
}
