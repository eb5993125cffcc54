/** Finds an element of the player. */
export type PartOf = <E extends Element>(selector: string, type: new () => E) => E

export function partsIn(root: ShadowRoot): PartOf {
  return (selector, type) => {
    const found = root.querySelector(selector)
    if (!(found instanceof type)) throw new Error(`the player has no ${selector}`)
    return found
  }
}
