interface Options {
  readonly className?: string
  readonly attributes?: Readonly<Record<string, string>>
}

/** An element with text or children. Texts of users are never read as HTML. */
export function element(
  name: string,
  content: string | readonly (Node | null)[],
  { className, attributes = {} }: Options = {},
): HTMLElement {
  const node = document.createElement(name)
  if (className !== undefined) node.className = className
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  if (typeof content === 'string') node.textContent = content
  else node.append(...content.filter((child) => child !== null))
  return node
}

/** A text that cannot change the direction of others. */
export const isolated = (text: string) => element('bdi', text)

/** A text at a place. @param place CSS property with a share of the whole, in percent */
export function placed(text: string, property: 'left' | 'top', share: number): HTMLElement {
  const node = element('span', [isolated(text)])
  node.style.setProperty(property, `${share * 100}%`)
  return node
}

const svgSpace = 'http://www.w3.org/2000/svg'

export function svg(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly Node[] = [],
) {
  const node = document.createElementNS(svgSpace, name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  node.append(...children)
  return node
}
