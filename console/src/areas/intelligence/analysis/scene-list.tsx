import type { Analysis, Scene } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import { useWorkspace } from '../../identity'
import { usePersonName } from '../people/person-name'

interface SceneListProps {
  readonly analysis: Analysis
  readonly onPlay: (seconds: number) => void
}

/** The scenes that can be compared, or in which something was found: text, people and objects. A press plays from there. */
export function SceneList({ analysis, onPlay }: SceneListProps) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const nameOf = usePersonName(analysis.people ?? [])
  const shown = (analysis.scenes ?? [])
    .map((scene, n) => ({ scene, number: n + 1, ...foundIn(analysis, scene) }))
    .filter(
      ({ scene, texts, people, labels }) =>
        scene.isComparable || texts.length + people.length + labels.length > 0,
    )
  if (shown.length === 0) return null
  return (
    <Section title={t('intelligence:scenes.title')}>
      <ol aria-label={t('intelligence:scenes.title')} className="max-h-120 overflow-y-auto">
        {shown.map(({ scene, number, texts, people, labels }) => (
          <li key={scene.id} className="border-b border-rule py-2.5">
            <button
              type="button"
              onClick={() => onPlay(scene.start)}
              className="rounded-1 text-start font-mid text-act-text hover:underline"
            >
              {t('intelligence:scenes.number', {
                number: format.number(number),
                time: format.duration(scene.start),
              })}
            </button>
            {texts.length > 0 && (
              <ul className="flex flex-col gap-0.5 pt-1">
                {texts.map(({ text, language, at }) => (
                  <li key={`${at} ${text}`}>
                    <button
                      type="button"
                      lang={language}
                      dir="auto"
                      onClick={() => onPlay(at)}
                      className="own-way w-full rounded-1 text-13 text-ink-2 hover:text-ink"
                    >
                      {text}
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {people.length > 0 && (
              <p className="pt-1 text-13 text-ink-2">
                {t('intelligence:scenes.people', { names: format.list(people.map(nameOf)) })}
              </p>
            )}
            {labels.length > 0 && (
              <p className="pt-1 text-12 text-ink-2">
                {t('intelligence:scenes.objects', { labels: format.list(labels) })}
              </p>
            )}
            {scene.isComparable && (
              <p className="pt-1">
                <Link
                  to="/$environmentId/ai-search"
                  params={{ environmentId: environment.id }}
                  search={{ like: analysis.contentId, at: scene.shots[0]?.still ?? scene.start }}
                  className="rounded-1 text-13 text-act-text hover:underline"
                >
                  {t('intelligence:framesLike')}
                  <span className="sr-only">
                    {' '}
                    {t('intelligence:scenes.number', {
                      number: format.number(number),
                      time: format.duration(scene.start),
                    })}
                  </span>
                </Link>
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function foundIn({ texts, people, objects }: Analysis, { start, end }: Scene) {
  const isInside = ({ at }: { readonly at: number }) => at >= start && at < end
  const labels = (objects ?? []).filter(isInside).map(({ label }) => label)
  return {
    texts: (texts ?? []).filter(isInside),
    people: (people ?? [])
      .filter(({ faces }) => faces.some((face) => face.start < end && face.end > start))
      .map(({ id }) => id),
    labels: [...new Set(labels)],
  }
}
