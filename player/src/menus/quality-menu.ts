import type { Texts } from '../languages.ts'
import type { Qualities } from '../stream/stream.ts'
import { menuIn } from './menu.ts'

const AUTO = '-1'

/** Lets viewers choose the quality. Returns the function that offers qualities.
 * @param choose called with the index of a level, -1 for automatic */
export function qualityMenu(
  controller: HTMLElement,
  place: HTMLElement,
  { texts, dir }: { texts: Texts; dir: 'ltr' | 'rtl' },
  choose: (level: number) => void,
): (qualities: Qualities) => void {
  const menu = menuIn(controller, place, {
    label: texts.quality,
    dir,
    showsChoice: true,
    onChoose(value) {
      choose(Number(value))
      menu.mark(value)
      return false
    },
  })
  return ({ levels, chosen, playing }) => {
    const current = levels.find(({ index }) => index === playing)
    const auto = current ? texts.autoNow.replace('{quality}', current.name) : texts.auto
    const entries = levels.toReversed().map(({ index, name }) => ({ value: String(index), name }))
    menu.offer([{ value: AUTO, name: auto }, ...entries], String(chosen))
    place.hidden = levels.length < 2
  }
}
