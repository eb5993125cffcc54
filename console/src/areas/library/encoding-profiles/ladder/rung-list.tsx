import type { EncodingProfile } from '@kinora/contract'
import { none, useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { RungHead } from './rung-head'
import { SizeRows } from './size-rows'
import type { Ladder } from './use-ladder'

interface RungListProps {
  readonly profile: EncodingProfile
  readonly ladder: Ladder | undefined
}

/** The renditions of a profile that cannot be edited. */
export function RungList({ profile: { rungs, audio }, ladder }: RungListProps) {
  const t = useText()
  const format = useFormat()
  return (
    <table aria-label={t('library:profiles.sizes')} className="w-full text-13">
      <RungHead />
      <tbody>
        {rungs.map(({ lines, maxKbps }) => {
          const bytes = ladder?.sizes.rungs.get(lines)
          return (
            <tr key={lines} className="*:border-b *:border-rule *:py-2">
              <th className="tabular text-start font-mid text-ink">{lines}p</th>
              <td className="tabular pe-4 text-right text-ink">{format.number(maxKbps)}</td>
              <td className="tabular pe-4 text-right text-ink-2">
                {bytes === undefined ? none : format.bytes(bytes)}
              </td>
            </tr>
          )
        })}
      </tbody>
      <SizeRows ladder={ladder} audioKbps={audio.kbps} />
    </table>
  )
}
