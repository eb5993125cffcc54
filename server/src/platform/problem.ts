import { type ProblemBody, type ProblemId, problems } from '@kinora/contract'

interface Extra {
  readonly detail?: string
  readonly errors?: readonly { path: string; message: string }[]
  readonly headers?: Readonly<Record<string, string>>
}

/** An error of the contract that callers can see. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly id: ProblemId
  readonly status: number
  readonly extra: Extra

  constructor(id: ProblemId, extra: Extra) {
    super(extra.detail ?? problems[id].title)
    this.id = id
    this.status = problems[id].status
    this.extra = extra
  }

  body(requestId: string): ProblemBody {
    const { detail, errors } = this.extra
    return {
      type: `/problems/${this.id}`,
      title: problems[this.id].title,
      status: this.status,
      code: this.status,
      ...(detail === undefined ? {} : { detail }),
      requestId,
      ...(errors === undefined ? {} : { errors: [...errors] }),
    }
  }
}

/** `throw problem('upload-incomplete', { detail })` */
export function problem(id: ProblemId, extra: Extra = {}): Problem {
  return new Problem(id, extra)
}
