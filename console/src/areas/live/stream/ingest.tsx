import type { Livestream, StreamKey } from '@kinora/contract'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { CopyField } from '../../../ui/copy-field'
import { Section } from '../../../ui/section'
import { Segmented } from '../../../ui/segmented'
import { StatusMark } from '../../../ui/status-mark'
import { EncoderGuide } from './encoder-guide'
import type { IngestProtocol } from './encoders'
import { KeyPart } from './key-part'

const names = { rtmp: 'RTMP', rtmps: 'RTMPS', srt: 'SRT', whip: 'WHIP' } as const

/** Ingest URL, stream key and setup guide for encoders. The key is shown only on request. */
export function Ingest({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const [key, setKey] = useState<StreamKey>()
  const [role, setRole] = useState<'primary' | 'backup'>('primary')
  const [chosen, setProtocol] = useState<IngestProtocol>('rtmp')
  const { ingest } = stream
  const offered = (['rtmp', 'rtmps', 'srt', 'whip'] as const).filter((id) => ingest[id] !== null)
  const protocol = ingest[chosen] === null ? 'rtmp' : chosen
  // WHIP has no backup.
  const isBackup = role === 'backup' && protocol !== 'whip'
  const { backup } = ingest
  const keyForm = protocol === 'srt' ? backup.srtStreamId : backup.streamKey
  const publishKey = key && isBackup ? keyForm.replace('{streamKey}', key.streamKey) : key?.streamKey
  const url = ingest[protocol] ?? ingest.rtmp
  return (
    <Section title={t('live:stream.ingest.title')} about={t('live:stream.ingest.about')}>
      <div className="flex flex-col gap-4 pt-3">
        <div className="flex flex-wrap items-center gap-3">
          {offered.length > 1 && (
            <Segmented
              label={t('live:stream.ingest.protocol')}
              value={protocol}
              onChange={setProtocol}
              options={offered.map((id) => ({ id, content: names[id] }))}
            />
          )}
          {protocol !== 'whip' && (
            <Segmented
              label={t('live:stream.ingest.role')}
              value={role}
              onChange={setRole}
              options={(['primary', 'backup'] as const).map((id) => ({
                id,
                content: t(`live:stream.ingest.${id}`),
              }))}
            />
          )}
        </div>
        {isBackup && (
          <div className="flex flex-col gap-1">
            <StatusMark tone={stream.backupConnected ? 'good' : 'hollow'}>
              {t(`live:stream.ingest.${stream.backupConnected ? 'backupOn' : 'backupOff'}`)}
            </StatusMark>
            <p className="text-12 text-pretty text-ink-3">{t('live:stream.ingest.backupAbout')}</p>
          </div>
        )}
        <div className="border-t border-rule">
          <CopyField label={t('live:stream.ingest.url')} value={url} />
        </div>
        <KeyPart stream={stream} streamKey={key} hasPassphrase={protocol === 'srt'} onKey={setKey} />
        <EncoderGuide
          protocol={protocol}
          url={url}
          streamKey={publishKey ?? (isBackup ? keyForm.replace('{streamKey}', 'STREAM_KEY') : undefined)}
          passphrase={key?.srtPassphrase}
        />
      </div>
    </Section>
  )
}
