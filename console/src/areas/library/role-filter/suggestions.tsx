import { Button } from '../../../ui/button'

interface SuggestionsProps {
  readonly label: string
  readonly texts: readonly string[]
  readonly onChoose: (text: string) => void
}

const maxShown = 6

/** Values of existing videos, to add with one press. */
export function Suggestions({ label, texts, onChoose }: SuggestionsProps) {
  if (texts.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1">
      {texts.slice(0, maxShown).map((text) => (
        <li key={text} className="max-w-full">
          <Button size="small" variant="quiet" onPress={() => onChoose(text)}>
            <bdi>{text}</bdi>
          </Button>
        </li>
      ))}
    </ul>
  )
}
