import type { Texts } from '../languages.ts'
import { menuIn } from './menu.ts'

const NORMAL = '1'
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2]

interface SpeedMenu {
  /** At the live edge there is only the normal speed. */
  showEdge(isAtEdge: boolean): void
}

/** Lets viewers choose the speed. */
export function speedMenu(
  controller: HTMLElement,
  place: HTMLElement,
  { texts, dir }: { texts: Texts; dir: 'ltr' | 'rtl' },
  setSpeed: (rate: number) => void,
): SpeedMenu {
  const choose = (value: string) => {
    setSpeed(Number(value))
    menu.mark(value)
  }
  const menu = menuIn(controller, place, {
    label: texts.speed,
    dir,
    showsChoice: true,
    onChoose(value) {
      choose(value)
      return false
    },
  })
  menu.offer(
    SPEEDS.map((rate) => ({ value: String(rate), name: `${rate}×` })),
    NORMAL,
  )
  return {
    showEdge(isAtEdge) {
      place.hidden = isAtEdge
      if (isAtEdge && menu.chosen !== NORMAL) choose(NORMAL)
    },
  }
}
