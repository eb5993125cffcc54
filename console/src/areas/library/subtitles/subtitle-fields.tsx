import { createSubtitleBody } from '@kinora/contract/library'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { TrackNameFields } from './track-name-fields'

export const describedBody = z.pick(createSubtitleBody, {
  name: true,
  languageCode: true,
  closedCaptions: true,
})

interface SubtitleFieldsProps {
  readonly form: UseFormReturn<z.output<typeof describedBody>>
}

/** Name, language and kind of a subtitle. */
export function SubtitleFields({ form }: SubtitleFieldsProps) {
  const t = useText()
  const captions = useField(form, 'closedCaptions')
  return (
    <>
      <TrackNameFields
        name={useField(form, 'name')}
        languageCode={useField(form, 'languageCode')}
        nameHelp={t('library:subtitles.nameHelp')}
      />
      <Checkbox checked={captions.value} onChange={captions.onChange}>
        {t('library:subtitles.captionsChoice')}
      </Checkbox>
    </>
  )
}
