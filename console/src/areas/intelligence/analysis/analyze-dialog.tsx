import type { Content } from '@kinora/contract'
import { analysisParts, analyzeBody } from '@kinora/contract/intelligence/analysis'
import { Suspense, useId } from 'react'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { ComboBox } from '../../../ui/combo-box'
import { FieldNote } from '../../../ui/field-note'
import { FormDialog } from '../../../ui/form-dialog'
import { FormProblem } from '../../identity'
import { Cost } from '../../library'
import { useSpeechLanguages } from '../speech-languages'
import { EngineNote } from './engine-note'
import { PictureEngineNote } from './picture-engine-note'
import { useAnalyze } from './queries'

interface AnalyzeDialogProps {
  readonly content: Content
  readonly onClose: () => void
}

/** Asks what to look for in a video, and in which language people speak. */
export function AnalyzeDialog({ content, onClose }: AnalyzeDialogProps) {
  const t = useText()
  const formId = useId()
  const { options } = useSpeechLanguages()
  const analyze = useAnalyze(content.id)
  const form = useSchemaForm(analyzeBody, { parts: [...analysisParts], language: 'en' })
  const parts = useField(form, 'parts')
  const language = useField(form, 'language')
  const chosen = parts.value ?? []
  const send = form.handleSubmit((body) => analyze.mutate(body, { onSuccess: onClose }))
  return (
    <FormDialog
      title={t('intelligence:analysis.title')}
      dirty={form.formState.isDirty}
      busy={analyze.isPending}
      onClose={onClose}
      cancel={t('intelligence:analysis.cancel')}
      submit={{ form: formId, label: t('intelligence:analysis.start') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <fieldset className="flex flex-col gap-3">
          <legend className="pb-2 text-13 font-head">{t('intelligence:analysis.what')}</legend>
          {analysisParts.map((part) => (
            <div key={part} className="flex flex-col gap-1">
              <Checkbox
                checked={chosen.includes(part)}
                onChange={(on) =>
                  parts.onChange(analysisParts.filter((one) => (one === part ? on : chosen.includes(one))))
                }
              >
                {t(`intelligence:parts.${part}`)}
              </Checkbox>
              {chosen.includes(part) && <PictureEngineNote part={part} />}
            </div>
          ))}
          <FieldNote error={parts.error} />
        </fieldset>
        {chosen.includes('speech') && (
          <div className="flex flex-col gap-1.5">
            <ComboBox
              label={t('intelligence:analysis.language')}
              options={options}
              value={language.value ?? null}
              error={language.error}
              onChange={language.onChange}
              onBlur={language.onBlur}
            />
            {language.value && <EngineNote language={language.value} />}
            <Suspense>
              <Cost per="all" usage={{ transcripts: Math.round(1000 * (content.duration ?? 0)) }} />
            </Suspense>
          </div>
        )}
        <FormProblem error={analyze.error} />
      </form>
    </FormDialog>
  )
}
