import type * as z from 'zod/mini'
import type { Right } from './permissions.ts'
import type { ProblemId } from './problems.ts'

type Schema = z.ZodMiniType

/** Required caller: `none` everybody; `user` a signed-in person; `admin` an administrator of the installation;
 * `organization` a member of the organization that the request names; `environment` a person or an API token in an
 * environment. */
export type Caller = 'none' | 'user' | 'admin' | 'organization' | 'environment'

/** Location of the organization or environment in a request: as `:id` in the path, as `organizationId` in the query or
 * the body, or in the `environment-id` header, in place of which the query can have `environment` or `envKey`. Then it can also have
 * the `organisation` of that environment. */
export type TenantPlace = 'path' | 'query' | 'body' | 'header' | 'header-or-query'

/** The kind of response body: JSON described by `answer`, nothing, a stream of server-sent events or of binary frames, or
 * the bytes of a file. */
export type AnswerKind = 'json' | 'empty' | 'events' | 'frames' | 'file'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Absolute path. `:name` marks a parameter. */
  readonly path: string
  readonly summary: string
  readonly caller: Caller
  /** Defaults to `path` for `organization` calls and to `header` for `environment` calls. */
  readonly tenantIn?: TenantPlace
  /** The right that an `organization` or `environment` call requires. */
  readonly right?: Right
  /** With `organizationId` in the query (`organisation` where this names tenants), an `environment` call covers all environments of the organization in which the
   * caller has the right, and needs no header. */
  readonly allowsOrganization?: true
  /** The call returns or changes a secret: only persons can make it, not API tokens or impersonators. */
  readonly isSensitive?: true
  /** The call changes rights or the caller's own account, or returns a secret that programs may have too: impersonators
   * cannot make it. */
  readonly isPersonal?: true
  /** Persons with an unconfirmed email address can make the call. */
  readonly allowsUnverified?: true
  /** Persons who still have to set up a second factor, because an organization or a role requires it, can make the call. */
  readonly allowsWithoutFactor?: true
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly answer?: Schema
  readonly kind: AnswerKind
  /** Status of a successful response. */
  readonly status: 200 | 201 | 204
  /** Problems specific to this call. Problems of every call (400, 401, 403, 404 …) are implied. */
  readonly problems?: readonly ProblemId[]
  /** Maximum size of the body, if it differs from the default. */
  readonly maxBodyBytes?: number
  /** Maximum requests per minute from one address, if it is lower than the default. */
  readonly perMinute?: number
}

/** Declares a call and keeps its literal types for the server's routes and the console's client. */
export function call<const C extends Call>(definition: C): C {
  return definition
}

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type ParamsOf<C extends Call> = Out<C['params']>
export type QueryOf<C extends Call> = Out<C['query']>
export type BodyOf<C extends Call> = Out<C['body']>
export type AnswerOf<C extends Call> = Out<C['answer']>

// In brackets, so that a body of several kinds is one type.
type Given<K extends string, V> = [V] extends [undefined] ? unknown : { [P in K]: V }

/** Input of a call on the client. */
export type RequestOf<C extends Call> = Given<'params', In<C['params']>> &
  (C['query'] extends Schema ? { query?: In<C['query']> } : unknown) &
  Given<'body', In<C['body']>>

/** Problems of calls that start work which is charged, if the organization has to pay first. */
export const startRefusals = ['wallet-empty', 'spend-cap-reached'] as const satisfies readonly ProblemId[]
