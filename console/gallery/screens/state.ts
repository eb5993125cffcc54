import type {
  AnswerOf,
  BodyOf,
  CallName,
  CallOf,
  ParamsOf,
  ProblemBody,
  ProblemId,
  User,
} from '@kinora/contract'
import type { Frames } from './frames'

/** The server has not answered yet. */
export const pending = Symbol('pending')

/** The call succeeded and has no body. */
export const empty = Symbol('empty')

/** The server refused the call. */
export class Refusal {
  readonly id: ProblemId
  readonly errors: ProblemBody['errors']

  constructor(id: ProblemId, errors?: ProblemBody['errors']) {
    this.id = id
    this.errors = errors
  }
}

export function problem(id: ProblemId, errors?: ProblemBody['errors']): Refusal {
  return new Refusal(id, errors)
}

/** Query parameters, as in the URL. */
export type Query = Readonly<Record<string, string | string[]>>

export interface Asked<N extends CallName> {
  readonly params: ParamsOf<CallOf<N>>
  readonly query: Query
  readonly body: BodyOf<CallOf<N>>
}

export type Answer<N extends CallName> =
  | (CallOf<N>['kind'] extends 'json' ? AnswerOf<CallOf<N>> : typeof empty)
  | (CallOf<N>['kind'] extends 'frames' ? Frames : never)
  /** The text of a file. */
  | (CallOf<N>['kind'] extends 'file' ? string : never)
  | Refusal
  | typeof pending

type Given<N extends CallName> = Answer<N> | Promise<Answer<N>>

/** Answers of the server by call. A function gets the request. */
export type Answers = {
  readonly [N in CallName]?: Given<N> | ((asked: Asked<N>) => Given<N>)
}

/** The answer comes when the test calls `screens.answer()`. */
export function later<T>(answer: T): Promise<T> {
  return new Promise((resolve) => addEventListener('gallery:answer', () => resolve(answer), { once: true }))
}

/** A screen of the console in the state that these answers bring about. */
export interface State {
  /** Address of the screen without the environment, such as `/videos?policy=…`. */
  readonly path: string
  /** The signed-in person; by default the owner. */
  readonly user?: User
  /** A function makes them for each visit, so that they can depend on earlier requests. */
  readonly answers: Answers | (() => Answers)
}

/** States of an area's screens by name. */
export type States = Readonly<Record<string, State>>
