import type { Content } from '@kinora/contract'
import { Fragment } from 'react'
import { type Formatter, useFormat } from '../../../lib/format'
import { type Translate, useText } from '../../../lib/i18n'
import { ClipOrigin } from '../clips/clip-origin'
import { type Fact, Facts } from '../parts/facts'
import { codecName } from '../parts/media-names'
import { sectionHeadLook, sectionTitleLook } from '../parts/video-overview-look'

/** The source: its video, audio and file properties. */
export function SourceFile({ content }: { readonly content: Content }) {
  const t = useText()
  const format = useFormat()
  const facts = [
    videoFact(t, format, content),
    audioFact(t, format, content),
    fileFact(t, format, content),
    content.clipOf && { name: t('library:clips.origin'), value: <ClipOrigin clipOf={content.clipOf} /> },
  ]
  const known = facts.filter((fact) => fact !== undefined && fact !== null)
  if (known.length === 0) return null
  return (
    <section>
      <header className={sectionHeadLook}>
        <h2 className={sectionTitleLook}>{t('library:source.title')}</h2>
      </header>
      <Facts facts={known} />
    </section>
  )
}

function videoFact(t: Translate, format: Formatter, { source, aspectRatio }: Content): Fact | undefined {
  const { width, height, frameRate, encoding } = source
  if (width === null || height === null) return undefined
  const parts = [
    `${width} × ${height}`,
    aspectRatio,
    frameRate !== null && t('library:source.fps', { rate: format.number(frameRate) }),
    encoding !== null && codecName(encoding),
  ]
  return {
    name: t('library:source.picture'),
    value: <span className="ltr">{parts.filter(Boolean).join(', ')}</span>,
  }
}

function audioFact(t: Translate, format: Formatter, { source: { audio, width } }: Content): Fact | undefined {
  const name = t('library:source.sound')
  if (!audio) return width === null ? undefined : { name, value: t('library:source.silent') }
  const { encoding, sampleRate, channels } = audio
  const rate = t('library:source.kilohertz', { rate: format.number(sampleRate / 1000) })
  const parts = [codecName(encoding), rate, t('library:source.channels', { count: channels })]
  return {
    name,
    value: parts.map((part, at) => (
      <Fragment key={part}>
        {at > 0 && t('library:source.comma')}
        <bdi>{part}</bdi>
      </Fragment>
    )),
  }
}

function fileFact(
  t: Translate,
  format: Formatter,
  { source: { size, fileName } }: Content,
): Fact | undefined {
  if (size === null && fileName === null) return undefined
  return {
    name: t('library:source.file'),
    value: (
      <>
        {size !== null && <span className="me-2">{format.bytes(size)}</span>}
        {fileName !== null && <bdi className="text-ink-2">{fileName}</bdi>}
      </>
    ),
  }
}
