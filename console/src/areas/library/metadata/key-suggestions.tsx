import type { MetadataEntry } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { useWorkspace } from '../../identity'
import { metadataKeysQuery } from './queries'

interface KeySuggestionsProps {
  readonly taken: readonly string[]
  readonly onChoose: (entry: MetadataEntry) => void
}

const maxShown = 6

/** Metadata keys of the organization that this video lacks. */
export function KeySuggestions({ taken, onChoose }: KeySuggestionsProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { data } = useQuery(metadataKeysQuery(environment.id))
  const present = new Set(taken.map((key) => key.toLowerCase()))
  const offered = (data?.items ?? []).filter(({ key }) => !present.has(key.toLowerCase())).slice(0, maxShown)
  if (offered.length === 0) return null
  return (
    <ul aria-label={t('library:metadata.suggested')} className="flex flex-wrap gap-1">
      {offered.map(({ key, type }) => (
        <li key={`${key} ${type}`}>
          <Button
            size="small"
            variant="quiet"
            onPress={() => onChoose({ key, type, value: type === 'boolean' ? 'true' : '' })}
          >
            <bdi>{key}</bdi>
          </Button>
        </li>
      ))}
    </ul>
  )
}
