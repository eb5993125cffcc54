import type { ProblemBody, ProblemId } from '@kinora/contract'

/** `offline`: no answer came. `answer-unreadable`: a proxy answered instead of the server. */
type LocalProblemId = 'offline' | 'answer-unreadable'

/** Every error of a call: the contract's ids and the console's own two. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly id: ProblemId | LocalProblemId
  /** HTTP status; 0 without an answer. */
  readonly status: number
  readonly detail: string | undefined
  readonly requestId: string | undefined
  readonly errors: NonNullable<ProblemBody['errors']>
  /** The earliest time to repeat the call, if the server set one. */
  readonly retryAt: Date | undefined

  constructor(
    id: ProblemId | LocalProblemId,
    status: number,
    more: Partial<Pick<ProblemBody, 'title' | 'detail' | 'requestId' | 'errors'>> = {},
    retryAfterSeconds?: number,
  ) {
    super(more.title ?? id)
    this.id = id
    this.status = status
    this.detail = more.detail
    this.requestId = more.requestId
    this.errors = more.errors ?? []
    this.retryAt =
      retryAfterSeconds === undefined ? undefined : new Date(Date.now() + retryAfterSeconds * 1000)
  }

  /** Whether the same call may succeed later. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/** Whether an object does not exist. An invalid id counts as a deleted object. */
export function isGone(error: unknown): boolean {
  return error instanceof Problem && (error.id === 'not-found' || error.id === 'request-invalid')
}

/** Whether the server refuses an address that was entered. */
export function isAddressRefused(error: unknown): error is Problem {
  return error instanceof Problem && (error.id === 'url-not-allowed' || error.id === 'host-not-allowed')
}

/** The problem of an answer's body, or a generic one for its status. */
export function problemOf(status: number, body: unknown, retryAfterSeconds?: number): Problem {
  if (!isProblemBody(body)) {
    return new Problem(status === 413 ? 'body-too-large' : 'answer-unreadable', status)
  }
  const id = body.type.slice(body.type.lastIndexOf('/') + 1)
  return new Problem(id as ProblemId, body.code, body, retryAfterSeconds)
}

function isProblemBody(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'type' in body && 'code' in body && 'title' in body
}
