/** A session in its environment. */
export interface SessionRef {
  readonly id: string
  readonly environmentId: string
}
