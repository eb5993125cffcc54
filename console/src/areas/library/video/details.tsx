import type { Content } from '@kinora/contract'
import { Suspense, useState } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { CopyText } from '../../../ui/copy-text'
import { useRights } from '../../identity'
import { useProfileName } from '../encoding-profiles/profile-name'
import { Facts } from '../parts/facts'
import { sectionHeadLook, sectionTitleLook } from '../parts/video-overview-look'
import { rightsOn } from '../rights'

const EditDetails = lazy(async () => ({ default: (await import('./edit-details')).EditDetails }))

export function Details({ content }: { readonly content: Content }) {
  const t = useText()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const [editing, setEditing] = useState(false)
  return (
    <section>
      <header className={sectionHeadLook}>
        <h2 className={sectionTitleLook}>{t('library:details.title')}</h2>
        {rights.update && !editing && (
          <Button variant="link" size="small" onPress={() => setEditing(true)} className="-me-2.5">
            {t('library:details.edit')}
          </Button>
        )}
      </header>
      {editing ? (
        <Suspense fallback={<KnownDetails content={content} />}>
          <EditDetails content={content} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <KnownDetails content={content} />
      )}
    </section>
  )
}

function KnownDetails({ content }: { readonly content: Content }) {
  const t = useText()
  const format = useFormat()
  const profileName = useProfileName()
  const { id, description, tags, addedAt, addedBy, duration, encodingProfile, isTest, expiresAt } = content
  const when = format.exactTime(addedAt)
  return (
    <Facts
      facts={[
        {
          name: t('library:fields.description'),
          value:
            description === '' ? (
              <span className="text-ink-3">{none}</span>
            ) : (
              <bdi className="whitespace-pre-line">{description}</bdi>
            ),
        },
        {
          name: t('library:fields.tags'),
          value:
            tags.length === 0 ? (
              <span className="text-ink-3">{none}</span>
            ) : (
              <span className="flex flex-wrap gap-1">
                {tags.map((tag) => (
                  <Chip key={tag}>{tag}</Chip>
                ))}
              </span>
            ),
        },
        {
          name: t('library:columns.added'),
          value: addedBy === null ? when : t('library:details.addedBy', { when, name: addedBy }),
        },
        ...(duration === null
          ? []
          : [{ name: t('library:columns.length'), value: format.duration(duration) }]),
        ...(isTest && expiresAt !== null
          ? [{ name: t('library:test.deleted'), value: format.exactTime(expiresAt) }]
          : []),
        {
          name: t('library:profiles.short'),
          value: <bdi>{profileName(encodingProfile)}</bdi>,
        },
        {
          name: t('library:details.id'),
          value: <CopyText text={id} label={t('library:details.id')} />,
        },
      ]}
    />
  )
}
