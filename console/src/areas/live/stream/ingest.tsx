import type { Livestream, StreamKey } from '@kinora/contract'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { CopyField } from '../../../ui/copy-field'
import { Section } from '../../../ui/section'
import { Segmented } from '../../../ui/segmented'
import { EncoderGuide } from './encoder-guide'
import type { IngestProtocol } from './encoders'
import { KeyPart } from './key-part'

const names = { rtmp: 'RTMP', rtmps: 'RTMPS', srt: 'SRT', whip: 'WHIP' } as const

/** Where and how an encoder publishes. The key is shown only when asked for. */
export function Ingest({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const [key, setKey] = useState<StreamKey>()
  const [chosen, setProtocol] = useState<IngestProtocol>('rtmp')
  const { ingest } = stream
  const offered = (['rtmp', 'rtmps', 'srt', 'whip'] as const).filter((id) => ingest[id] !== null)
  const protocol = ingest[chosen] === null ? 'rtmp' : chosen
  const url = ingest[protocol] ?? ingest.rtmp
  return (
    <Section title={t('live:stream.ingest.title')} about={t('live:stream.ingest.about')}>
      <div className="flex flex-col gap-4 pt-3">
        {offered.length > 1 && (
          <div>
            <Segmented
              label={t('live:stream.ingest.protocol')}
              value={protocol}
              onChange={setProtocol}
              options={offered.map((id) => ({ id, content: names[id] }))}
            />
          </div>
        )}
        <div className="border-t border-rule">
          <CopyField label={t('live:stream.ingest.url')} value={url} />
        </div>
        <KeyPart stream={stream} streamKey={key} hasPassphrase={protocol === 'srt'} onKey={setKey} />
        <EncoderGuide protocol={protocol} url={url} streamKey={key} />
      </div>
    </Section>
  )
}
