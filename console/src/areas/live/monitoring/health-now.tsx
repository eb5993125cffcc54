import type { StreamHealth } from '@kinora/contract'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { StatusMark } from '../../../ui/status-mark'
import { sectionHeadLook, sectionTitleLook } from '../../library'
import { figureText } from './figures'
import { useWarningText } from './use-warning-text'

/** Current figures and warnings of a live stream. */
export function HealthNow({ health }: { readonly health: StreamHealth | null }) {
  const t = useText()
  const warningText = useWarningText()
  const warnings = health?.warnings ?? []
  return (
    <section>
      <header className={sectionHeadLook}>
        <h2 className={sectionTitleLook}>{t('live:monitoring.now')}</h2>
        {health === null ? (
          <StatusMark tone="hollow">{t('live:monitoring.noSignal')}</StatusMark>
        ) : warnings.length === 0 ? (
          <StatusMark tone="good">{t('live:monitoring.steady')}</StatusMark>
        ) : (
          <StatusMark tone="warn">{t('live:monitoring.problems', { count: warnings.length })}</StatusMark>
        )}
      </header>
      {warnings.length > 0 && (
        <ul aria-label={t('live:monitoring.warnings')} className="flex flex-col gap-2 pt-3">
          {warnings.map((warning) => (
            <li key={warning.id}>
              <Banner tone="warn">{warningText(warning, health?.bitrateKbps ?? 0)}</Banner>
            </li>
          ))}
        </ul>
      )}
      {health && <CurrentFigures health={health} />}
    </section>
  )
}

function CurrentFigures({ health }: { readonly health: StreamHealth }) {
  const t = useText()
  const format = useFormat()
  const { width, height, videoCodec, audioCodec } = health
  const codecs = [
    {
      name: t('live:monitoring.video'),
      text: videoCodec === null ? none : codecName(videoCodec),
      more: width === 0 ? '' : `${width}×${height}`,
    },
    { name: t('live:monitoring.audio'), text: audioCodec === null ? none : codecName(audioCodec), more: '' },
  ]
  const figures = (
    ['bitrateKbps', 'frameRate', 'keyframeIntervalS', 'audioLevelDbfs', 'encoderSpeed', 'viewers'] as const
  ).map((id) => {
    const value = health[id]
    const text = value === null ? none : figureText(t, format, id, value)
    return { name: t(`live:monitoring.figures.${id}`), text, more: '' }
  })
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 border-b border-rule pb-4 sm:grid-cols-3">
      {[...figures, ...codecs].map(({ name, text, more }) => (
        <div key={name} className="min-w-0">
          <dt className="text-12 text-ink-3">{name}</dt>
          <dd className="tabular flex flex-wrap items-baseline gap-x-2 text-16 font-head">
            <bdi>{text}</bdi>
            {more !== '' && <bdi className="text-13 font-body text-ink-2">{more}</bdi>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function codecName(codec: string): string {
  return codec === 'h264' ? 'H.264' : codec.toUpperCase()
}
