import type { User } from '@kinora/contract'
import { accountFields } from '@kinora/contract/identity/accounts'
import { showFieldProblems, useEditForm, useField } from '../../../lib/form'
import { setLanguage, useText } from '../../../lib/i18n'
import { languageCodes, languages } from '../../../lib/languages'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { LeaveGuard } from '../../../ui/leave-guard'
import { Select } from '../../../ui/select'
import { StatusMark } from '../../../ui/status-mark'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { NameFields } from '../sign-in/name-fields'
import { useUpdateUser } from './queries'

/** Names and language. The language applies to the console and to emails. */
export function PersonalDetails({ me }: { readonly me: User }) {
  const t = useText()
  const update = useUpdateUser()
  const { firstName, lastName, language } = me
  const { form, changesIn } = useEditForm(accountFields, { firstName, lastName, language })
  const { inputRef: _, ...chosen } = useField(form, 'language')
  const { isDirty } = form.formState
  const send = form.handleSubmit((body) =>
    update.mutate(changesIn(body), {
      onSuccess: (user) => {
        form.reset({ firstName: user.firstName, lastName: user.lastName, language: user.language })
        if (me.impersonation === null) void setLanguage(user.language)
        toast({ text: t('identity:account.saved'), tone: 'good' })
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['firstName', 'lastName']))
          update.reset()
      },
    }),
  )
  return (
    <form onSubmit={send} noValidate className="flex max-w-[420px] flex-col gap-4">
      <div>
        <p className="text-13 font-mid">{t('identity:account.email')}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="wrap-anywhere text-ink-2">{me.email}</bdi>
          {me.isVerified && <StatusMark tone="good">{t('identity:account.confirmed')}</StatusMark>}
        </p>
      </div>
      <NameFields first={useField(form, 'firstName')} last={useField(form, 'lastName')} />
      <Select
        {...chosen}
        label={t('identity:account.language')}
        help={t('identity:account.languageHelp')}
        options={languageCodes.map((id) => ({ id, label: languages[id].name }))}
      />
      <FormProblem error={update.error} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={update.isPending} disabled={!isDirty}>
          {t('identity:account.save')}
        </Button>
        {isDirty && (
          <Button
            variant="quiet"
            onPress={() => {
              form.reset()
              update.reset()
            }}
          >
            {t('identity:account.discard')}
          </Button>
        )}
      </div>
      <LeaveGuard active={isDirty && !update.isPending} about={t('identity:account.unsaved')} />
    </form>
  )
}
