import type { Content, SuggestedMetadata } from '@kinora/contract'
import { maxTags } from '@kinora/contract/library'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Chip } from '../../../ui/chip'
import { CopyText } from '../../../ui/copy-text'
import { Dialog } from '../../../ui/dialog'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { enrichmentQuery } from './queries'
import { Suggestion } from './suggestion'

interface EnrichmentDialogProps {
  readonly content: Content
  readonly onClose: () => void
}

/** Suggests title, description and tags from what is said, each to be accepted by itself. */
export function EnrichmentDialog({ content, onClose }: EnrichmentDialogProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const found = useQuery(enrichmentQuery(environment.id, content.id))
  return (
    <Dialog wide title={t('intelligence:enrichment.title')} isOpen onOpenChange={onClose}>
      <p className="pt-1 text-pretty text-ink-2">
        {found.data ? <Origin found={found.data} /> : t('intelligence:enrichment.about')}
      </p>
      {found.isError && <ListFault title={t('intelligence:enrichment.failed')} list={found} />}
      {found.isPending && <Skeleton className="mt-4 h-60 w-full" />}
      {found.data && <Suggestions content={content} found={found.data} />}
    </Dialog>
  )
}

/** Origin says who wrote the suggestions, and what to think of them. */
function Origin({ found }: { readonly found: SuggestedMetadata }) {
  const t = useText()
  const { writtenBy, reason, quality } = found
  if (writtenBy !== null)
    return t('intelligence:enrichment.writtenBy', { name: writtenBy.name, host: writtenBy.sendsTo })
  return [
    ...(reason === null ? [] : [t(`intelligence:enrichment.reasons.${reason}`)]),
    t(quality === 'draft' ? 'intelligence:enrichment.aboutDraft' : 'intelligence:enrichment.about'),
  ].join(' ')
}

interface SuggestionsProps {
  readonly content: Content
  readonly found: SuggestedMetadata
}

function Suggestions({ content, found }: SuggestionsProps) {
  const t = useText()
  const { id, title, description } = content
  const { tags, names, chapters } = found
  const nothing = t('intelligence:enrichment.empty')
  // Tags that are accepted stay in the list.
  const [known] = useState(content.tags)
  const fresh = [...names, ...tags]
    .filter((tag, n, all) => !hasTag(known, tag) && !hasTag(all.slice(0, n), tag))
    .slice(0, maxTags - known.length)
  if (found.title === null && fresh.length === 0 && chapters.length === 0)
    return <p className="py-6 text-ink-2">{t('intelligence:enrichment.nothing')}</p>
  return (
    <>
      {found.title !== null && (
        <Suggestion
          contentId={id}
          label={t('library:fields.title')}
          now={title}
          suggested={found.title}
          change={{ title: found.title }}
          isUsed={title === found.title}
        />
      )}
      {found.description !== null && (
        <Suggestion
          contentId={id}
          label={t('library:fields.description')}
          now={description || nothing}
          suggested={found.description}
          change={{ description: found.description }}
          isUsed={description === found.description}
        />
      )}
      {found.support.length > 0 && <Support support={found.support} />}
      {fresh.length > 0 && (
        <Suggestion
          contentId={id}
          label={t('library:fields.tags')}
          now={known.length > 0 ? <Tags tags={known} /> : nothing}
          suggested={<Tags tags={fresh} />}
          change={{ tags: [...known, ...fresh] }}
          isUsed={fresh.every((tag) => hasTag(content.tags, tag))}
        />
      )}
      {chapters.length > 0 && <Chapters chapters={chapters} />}
    </>
  )
}

function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((one) => one.toLocaleLowerCase() === tag.toLocaleLowerCase())
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <Chip key={tag}>{tag}</Chip>
      ))}
    </span>
  )
}

/** The sentences of a written description, with the moments that support them. */
function Support({ support }: Pick<SuggestedMetadata, 'support'>) {
  const t = useText()
  const format = useFormat()
  const label = t('intelligence:enrichment.support')
  return (
    <section aria-label={label} className="flex flex-col gap-2 border-b border-rule py-4">
      <h3 className="text-13 font-head">{label}</h3>
      <ul className="flex flex-col gap-1.5">
        {support.map(({ text, times }) => (
          <li key={`${times.join()} ${text}`} className="flex flex-wrap justify-between gap-x-3 text-13">
            <span dir="auto">{text}</span>
            <span className="text-ink-2">{format.list(times.map((at) => format.duration(at)))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Chapters with their times, for the description of a video elsewhere. */
function Chapters({ chapters }: Pick<SuggestedMetadata, 'chapters'>) {
  const t = useText()
  const format = useFormat()
  const label = t('intelligence:enrichment.chapters')
  return (
    <section aria-label={label} className="flex flex-col gap-2 py-4">
      <h3 className="text-13 font-head">{label}</h3>
      <ol className="flex flex-col gap-1">
        {chapters.map(({ start, title }) => (
          <li key={start} className="flex gap-3">
            <CopyText text={`${format.duration(start)} ${title}`} />
          </li>
        ))}
      </ol>
    </section>
  )
}
