import { useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { codecName } from '../../parts/media-names'
import { bytesPerHour, type LadderSeries } from './ladder'

const headLook = 'border-b border-rule-2 py-1.5 text-12 font-mid text-ink-3'

/** The numbers of the plot. */
export function LadderTable({ series }: { readonly series: readonly LadderSeries[] }) {
  const t = useText()
  const format = useFormat()
  const rungs = series[0]?.points ?? []
  return (
    <table aria-label={t('library:profiles.ladder.title')} className="w-full text-13">
      <thead>
        <tr>
          <th className={`${headLook} text-start`}>{t('library:profiles.sizes')}</th>
          {series.map(({ codec }) => (
            <th key={codec} className={`${headLook} ps-2 text-right`}>
              {codecName(codec)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rungs.map(({ lines }, n) => (
          <tr key={lines}>
            <th className="tabular border-b border-rule py-1.5 text-start font-mid text-ink">{lines}p</th>
            {series.map(({ codec, points }) => {
              const kbps = points[n]?.maxKbps ?? 0
              return (
                <td key={codec} className="tabular border-b border-rule py-1.5 ps-2 text-right text-ink">
                  <span className="block">{format.bitrate(kbps * 1000)}</span>
                  <span className="block text-12 text-ink-3">{format.bytes(bytesPerHour(kbps))}</span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
