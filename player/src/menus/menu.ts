export interface MenuEntry {
  readonly value: string
  readonly name: string
  /** BCP 47, if the name is in another language. */
  readonly lang?: string
}

export interface PlayerMenu {
  /** Replaces the entries. */
  offer(entries: readonly MenuEntry[], chosen: string): void
  /** Marks an entry as chosen. */
  mark(chosen: string): void
  readonly chosen: string
  readonly place: HTMLElement
}

interface MenuOptions {
  readonly label: string
  /** Direction of the texts; the player itself runs left to right. */
  readonly dir: 'ltr' | 'rtl'
  /** Actions instead of one choice of several. */
  readonly isActions?: boolean
  /** Shows the chosen entry on the button, which otherwise has an icon. */
  readonly showsChoice?: boolean
  readonly onOpen?: () => void
  /** Returns true if the menu stays open. */
  readonly onChoose: (value: string) => boolean | undefined
}

/** Space between an open menu and the upper edge of the player. */
const marginPx = 68

/** A menu button (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/) in the deck of the player, in an element with
 * a button. The controls stay visible while it is open. */
export function menuIn(controller: HTMLElement, place: HTMLElement, options: MenuOptions): PlayerMenu {
  const { label, dir, isActions = false, showsChoice = false, onOpen, onChoose } = options
  const button = place.querySelector('button')
  if (button === null) throw new Error('a menu has a button')
  const panel = document.createElement('div')
  const title = document.createElement('span')
  let chosen = ''
  let names = new Map<string, string>()
  let autohide: string | null = null

  const items = () => [...panel.querySelectorAll('button')]
  const isOpen = () => !panel.hidden

  function open(at: 'first' | 'last' | 'chosen'): void {
    if (isOpen()) return
    onOpen?.()
    panel.style.setProperty('--room', `${Math.max(96, controller.clientHeight - marginPx)}px`)
    panel.hidden = false
    button?.setAttribute('aria-expanded', 'true')
    autohide = controller.getAttribute('autohide')
    controller.setAttribute('autohide', '-1')
    controller.addEventListener('pointerdown', closeFromOutside, true)
    const all = items()
    const current = all.find((item) => item.value === chosen)
    const start = at === 'last' ? all.at(-1) : at === 'first' ? all[0] : (current ?? all[0])
    start?.focus()
  }

  function close(returnsFocus: boolean): void {
    if (!isOpen()) return
    if (returnsFocus) button?.focus()
    panel.hidden = true
    button?.setAttribute('aria-expanded', 'false')
    if (autohide !== null) controller.setAttribute('autohide', autohide)
    controller.removeEventListener('pointerdown', closeFromOutside, true)
  }

  function closeFromOutside(event: Event): void {
    if (!event.composedPath().includes(place)) close(false)
  }

  function mark(value: string): void {
    chosen = value
    if (!isActions)
      for (const item of items()) item.setAttribute('aria-checked', String(item.value === value))
    const name = names.get(value)
    if (showsChoice && button) {
      button.textContent = name ?? ''
      button.setAttribute('aria-label', `${label}: ${name}`)
    }
  }

  function move(key: string): void {
    const all = items()
    const at = all.findIndex((item) => item.matches(':focus'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key]
    if (to !== undefined) all.at(to % all.length)?.focus()
    else if (key.length === 1) {
      const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)]
      rest.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase()))?.focus()
    }
  }

  button.setAttribute('aria-haspopup', 'menu')
  button.setAttribute('aria-expanded', 'false')
  button.setAttribute('aria-label', label)
  button.title = label
  button.dir = dir
  panel.setAttribute('role', 'menu')
  panel.setAttribute('aria-label', label)
  panel.dir = dir
  panel.hidden = true
  title.textContent = label
  title.ariaHidden = 'true'
  place.append(panel)

  button.addEventListener('click', () => (isOpen() ? close(true) : open('chosen')))
  place.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !place.contains(relatedTarget)) close(false)
  })
  place.addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey) return
    if (!isOpen()) {
      if (key === 'ArrowUp' || key === 'ArrowDown') {
        event.preventDefault()
        open(key === 'ArrowUp' ? 'last' : 'first')
      }
      // The player would play or pause.
      if ([' ', 'Enter', 'ArrowUp', 'ArrowDown'].includes(key)) event.stopPropagation()
      return
    }
    event.stopPropagation()
    if (key === 'Escape') close(true)
    else if (key === 'Tab') close(true)
    else if (key !== 'Enter' && key !== ' ') {
      event.preventDefault()
      move(key)
    }
  })
  place.addEventListener('keyup', (event) => event.stopPropagation())

  return {
    place,
    get chosen() {
      return chosen
    },
    mark,
    offer(entries, value) {
      const focused = items().find((item) => item.matches(':focus'))?.value
      names = new Map(entries.map((entry) => [entry.value, entry.name]))
      panel.replaceChildren(title, ...entries.map(itemOf))
      mark(value)
      if (focused !== undefined)
        items()
          .find((item) => item.value === focused)
          ?.focus()
    },
  }

  function itemOf({ value, name, lang }: MenuEntry): HTMLButtonElement {
    const item = document.createElement('button')
    const text = document.createElement('bdi')
    item.type = 'button'
    item.value = value
    item.tabIndex = -1
    item.setAttribute('role', isActions ? 'menuitem' : 'menuitemradio')
    text.textContent = name
    if (lang !== undefined) text.lang = lang
    item.append(text)
    item.addEventListener('click', () => {
      if (onChoose(value) !== true) close(true)
    })
    return item
  }
}
