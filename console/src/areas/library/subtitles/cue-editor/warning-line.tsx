import { Gauge } from '@phosphor-icons/react/dist/csr/Gauge'
import { Warning as WarningSign } from '@phosphor-icons/react/dist/csr/Warning'
import type { Repair } from '../cues/repairs'
import type { Warning } from '../cues/warnings'
import { useRepairText, useWarningText } from './use-warning-text'

interface WarningLineProps {
  readonly warning: Warning
  /** Null if there is none, or the user may not edit. */
  readonly repair: Repair | null
  readonly onRepair: (repair: Repair) => void
}

/** A warning in one line, with its repair as a link. */
export function WarningLine({ warning, repair, onRepair }: WarningLineProps) {
  const textOf = useWarningText()
  const repairTextOf = useRepairText()
  const Sign = warning.kind === 'speed' ? Gauge : WarningSign
  const text = textOf(warning)
  return (
    <p className="flex h-6 min-w-0 items-center gap-1.5 text-12 text-ink-2">
      <Sign size={14} className="shrink-0 text-warn" aria-hidden />
      <span title={text} className="cut">
        {text}
      </span>
      {repair && (
        <button
          type="button"
          onClick={() => onRepair(repair)}
          className="h-6 shrink-0 rounded-1 px-1 font-mid whitespace-nowrap text-act-text underline-offset-2 hover:underline"
        >
          {repairTextOf(repair)}
        </button>
      )}
    </p>
  )
}
