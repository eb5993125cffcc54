import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { CodeBlock } from '../../../ui/code-block'
import { CopyField } from '../../../ui/copy-field'
import { Select } from '../../../ui/select'
import { type Encoder, encoderNames, encoders, guideFor, type IngestProtocol } from './encoders'

interface EncoderGuideProps {
  readonly protocol: IngestProtocol
  readonly url: string
  /** Stream key for the encoder. Undefined while the key is hidden: a placeholder is shown. */
  readonly streamKey: string | undefined
  readonly passphrase: string | undefined
}

const recommended = ['video', 'keyframes', 'audio'] as const

/** Values to copy into an encoder. */
export function EncoderGuide({ protocol, url, streamKey, passphrase }: EncoderGuideProps) {
  const t = useText()
  const [chosen, setChosen] = useState<Encoder>('obs')
  const target = {
    protocol,
    url,
    key: streamKey ?? 'STREAM_KEY',
    passphrase: passphrase ?? 'PASSPHRASE',
  }
  const offered = encoders.filter((encoder) => guideFor(encoder, target) !== null)
  const encoder = offered.includes(chosen) ? chosen : 'obs'
  const guide = guideFor(encoder, target)
  return (
    <div className="flex flex-col gap-3 border-t border-rule pt-4">
      <div className="max-w-70">
        <Select
          label={t('live:stream.guide.encoder')}
          value={encoder}
          onChange={setChosen}
          options={offered.map((id) => ({ id, label: encoderNames[id] }))}
        />
      </div>
      {guide?.kind === 'fields' && (
        <div className="border-t border-rule">
          {guide.fields.map(({ label, value }) => (
            <CopyField key={label} label={label} value={value} />
          ))}
        </div>
      )}
      {guide?.kind === 'command' && <CodeBlock label={encoderNames[encoder]} code={guide.command} />}
      {passphrase === undefined && <p className="text-12 text-ink-3">{t('live:stream.guide.placeholder')}</p>}
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-3">
        {recommended.map((setting) => (
          <div key={setting}>
            <dt className="text-12 text-ink-3">{t(`live:stream.guide.${setting}.name`)}</dt>
            <dd className="text-pretty text-ink">{t(`live:stream.guide.${setting}.value`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
