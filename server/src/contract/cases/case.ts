import type { CallName } from '@kinora/contract'
import type { World } from '../../testing/world.ts'

/** A correct request to a call. */
export interface Case {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: Record<string, unknown>
}

/** Makes what the request needs and answers it; by the owner, unless the call is for administrators. */
type MakeCase = (world: World) => Case | Promise<Case>
export type CasesOf<N extends CallName> = Readonly<Record<N, MakeCase>>
export type AllCases = CasesOf<CallName>
