/** Writes items together (group commit): those that come during a write wait for the next one.
 * @returns adds an item, and resolves when it is written */
export function together<Item>(
  write: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let next: { readonly items: Item[]; readonly done: Promise<void> } | null = null
  let last = Promise.resolve()
  return (item) => {
    if (next === null) {
      const items: Item[] = []
      const done = last.then(() => {
        next = null
        return write(items)
      })
      last = done.catch(() => undefined)
      next = { items, done }
    }
    next.items.push(item)
    return next.done
  }
}
