import type * as z from 'zod/mini'
import type { Right } from './permissions.ts'
import type { ProblemId } from './problems.ts'

type Schema = z.ZodMiniType

/**
 * Who may call: `none` anybody; `user` a signed-in person; `admin` one who administers the installation;
 * `organization` a member of the organisation that the request names; `environment` a person or an API token
 * acting inside an environment.
 */
export type Caller = 'none' | 'user' | 'admin' | 'organization' | 'environment'

/**
 * Where a request names its organisation or environment: as `:id` in the path, as `organizationId` in the query or
 * the body, or by the `environment-id` header.
 */
export type TenantPlace = 'path' | 'query' | 'body' | 'header'

/** What the answer's body is: JSON by `answer`, nothing, a stream of server-sent events, or bytes of a file. */
export type AnswerKind = 'json' | 'empty' | 'events' | 'file'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Absolute path; `:name` marks a parameter. */
  readonly path: string
  readonly summary: string
  readonly caller: Caller
  /** `path` for `organization` calls and `header` for `environment` calls, unless it says otherwise. */
  readonly tenantIn?: TenantPlace
  /** The right that an `organization` or `environment` call needs. */
  readonly right?: Right
  /** Gives out or changes a secret: for the person alone, never for an API token or an impersonator. */
  readonly isSensitive?: true
  /** Changes who may do what, or somebody's own account: never for an impersonator. */
  readonly isPersonal?: true
  /** Open to people whose address is not confirmed yet. */
  readonly allowsUnverified?: true
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly answer?: Schema
  readonly kind: AnswerKind
  /** Status of success. */
  readonly status: 200 | 201 | 204
  /** Problems of this call alone; those of every call (400, 401, 403, 404 …) go without saying. */
  readonly problems?: readonly ProblemId[]
  /** Where a body may be larger than elsewhere. */
  readonly maxBodyBytes?: number
  /** Requests a minute from one address, where it is fewer than elsewhere. */
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

type Given<K extends string, V> = V extends undefined ? unknown : { [P in K]: V }

/** What a client gives to make the call. */
export type RequestOf<C extends Call> = Given<'params', In<C['params']>> &
  (C['query'] extends Schema ? { query?: In<C['query']> } : unknown) &
  Given<'body', In<C['body']>>
