interface Asked {
  readonly queryKey: readonly unknown[]
}

/**
 * Keeps the previous page as placeholder data while the next one loads, unless it belongs to another environment or
 * organization. `place` is the prefix of the query key that identifies it.
 */
export function keepPage(place: readonly unknown[]) {
  return <T>(last: T | undefined, asked: Asked | undefined): T | undefined =>
    asked && place.every((part, at) => asked.queryKey[at] === part) ? last : undefined
}
