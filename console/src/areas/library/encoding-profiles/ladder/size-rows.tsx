import { none, useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import type { Ladder } from './use-ladder'

interface SizeRowsProps {
  readonly ladder: Ladder | undefined
  readonly audioKbps: number
  /** Columns after the size. */
  readonly more?: number
}

const cellLook = 'tabular py-2 pe-4 text-right'

/** The foot of a table of renditions: audio, and all together. */
export function SizeRows({ ladder, audioKbps, more = 0 }: SizeRowsProps) {
  const t = useText()
  const format = useFormat()
  const size = (bytes: number | undefined) => (bytes === undefined ? none : format.bytes(bytes))
  return (
    <tfoot className="text-13">
      <tr className="text-ink-2">
        <th className="py-2 text-start font-body">{t('library:profiles.sound')}</th>
        <td className={cellLook}>{format.number(audioKbps)}</td>
        <td className={cellLook}>{size(ladder?.sizes.audio)}</td>
        {more > 0 && <td colSpan={more} />}
      </tr>
      <tr className="font-mid text-ink *:border-t *:border-rule-2">
        <th colSpan={2} className="py-2 text-start font-mid">
          {t('library:profiles.ladder.all')}
        </th>
        <td className={cellLook}>{size(ladder?.sizes.total)}</td>
        {more > 0 && <td colSpan={more} />}
      </tr>
    </tfoot>
  )
}
