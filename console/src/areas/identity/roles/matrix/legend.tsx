import { useText } from '../../../../lib/i18n'
import { CellSign } from './matrix-cell'

const states = ['all', 'some', 'added', 'removed'] as const

/** Explains the signs of the matrix. */
export function Legend() {
  const t = useText()
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-2 pt-4 text-12 text-ink-3">
      {states.map((state) => (
        <li key={state} className="flex items-center gap-2">
          <CellSign state={state} />
          {t(`identity:roles.cells.${state}`)}
        </li>
      ))}
    </ul>
  )
}
