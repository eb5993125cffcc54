import type { ProblemBody, ProblemId } from '@kinora/contract'

/** `offline`: no answer came. `answer-unreadable`: something between us and the server answered in its stead. */
type LocalProblemId = 'offline' | 'answer-unreadable'

/** Everything that can go wrong with a call, by the contract's ids and the console's own two. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly id: ProblemId | LocalProblemId
  /** HTTP status; 0 where there was no answer. */
  readonly status: number
  readonly detail: string | undefined
  readonly requestId: string | undefined
  readonly errors: NonNullable<ProblemBody['errors']>
  /** When the same call may be made again, where the server said so. */
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

  /** True where the same call may well succeed in a moment. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/** The problem in an answer's body, or what is known from its status alone. */
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
