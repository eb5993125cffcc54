import type { MetadataEntry } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import { Facts } from '../parts/facts'

interface KnownMetadataProps {
  readonly metadata: readonly MetadataEntry[]
  readonly externalId: string | null
}

/** Read-only metadata, for users who may not change it. */
export function KnownMetadata({ metadata, externalId }: KnownMetadataProps) {
  const t = useText()
  const facts = metadata.map((entry) => ({ name: entry.key, value: <Value entry={entry} /> }))
  const known =
    externalId === null ? [] : [{ name: t('library:metadata.externalId'), value: <bdi>{externalId}</bdi> }]
  return (
    <Section title={t('library:metadata.title')}>
      {facts.length + known.length === 0 ? (
        <p className="pt-3 text-ink-3">{t('library:metadata.none')}</p>
      ) : (
        <Facts facts={[...facts, ...known]} />
      )}
    </Section>
  )
}

function Value({ entry: { type, value } }: { readonly entry: MetadataEntry }) {
  const t = useText()
  if (type === 'boolean') return t(value === 'true' ? 'library:metadata.true' : 'library:metadata.false')
  if (type === 'url')
    return (
      <a href={value} target="_blank" rel="noreferrer" dir="ltr" className="text-act-text hover:underline">
        {value}
      </a>
    )
  return <bdi>{value}</bdi>
}
