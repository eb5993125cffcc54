import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { FileFault } from './read-file'

/** Errors of a subtitle file by line. */
export function FileFaults({ faults }: { readonly faults: readonly FileFault[] }) {
  const t = useText()
  const format = useFormat()
  return (
    <ul className="divide-y divide-rule rounded-2 border border-rule">
      {faults.map(({ line, id }) => (
        <li key={`${line} ${id}`} className="flex gap-3 px-3 py-1.5">
          <span className="tabular shrink-0 text-ink-3">
            {t('library:subtitles.line', { line: format.number(line) })}
          </span>
          <span>{t(`subtitleFaults.${id}`)}</span>
        </li>
      ))}
    </ul>
  )
}
