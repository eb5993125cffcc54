import type { Analysis, Scene } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'

interface SceneListProps {
  readonly analysis: Analysis
  readonly onPlay: (seconds: number) => void
}

/** The scenes in which something was found, each with the text in its pictures. A press plays from there. */
export function SceneList({ analysis, onPlay }: SceneListProps) {
  const t = useText()
  const format = useFormat()
  const shown = (analysis.scenes ?? [])
    .map((scene, n) => ({ scene, number: n + 1, texts: textsIn(analysis, scene) }))
    .filter(({ texts }) => texts.length > 0)
  if (shown.length === 0) return null
  return (
    <Section title={t('intelligence:scenes.title')}>
      <ol aria-label={t('intelligence:scenes.title')} className="max-h-120 overflow-y-auto">
        {shown.map(({ scene, number, texts }) => (
          <li key={scene.id} className="border-b border-rule py-2.5">
            <button
              type="button"
              onClick={() => onPlay(scene.start)}
              className="text-start font-mid text-act-text hover:underline"
            >
              {t('intelligence:lanes.scene', {
                number: format.number(number),
                time: format.duration(scene.start),
              })}
            </button>
            <ul className="flex flex-col gap-0.5 pt-1">
              {texts.map(({ text, language, at }) => (
                <li key={`${at} ${text}`}>
                  <button
                    type="button"
                    lang={language}
                    dir="auto"
                    onClick={() => onPlay(at)}
                    className="w-full text-start text-13 text-ink-2 hover:text-ink"
                  >
                    {text}
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function textsIn({ texts }: Analysis, { start, end }: Scene) {
  return (texts ?? []).filter(({ at }) => at >= start && at < end)
}
