interface Asked {
  readonly queryKey: readonly unknown[]
}

/**
 * What stands in the place of a page while it is on its way: the one before, unless that was of another place (an
 * environment, an organisation). `place` is the beginning of the query's key that names it.
 */
export function keepPage(place: readonly unknown[]) {
  return <T>(last: T | undefined, asked: Asked | undefined): T | undefined =>
    asked && place.every((part, at) => asked.queryKey[at] === part) ? last : undefined
}
