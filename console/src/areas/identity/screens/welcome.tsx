import { createOrganizationBody } from '@kinora/contract/identity/organizations'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'
import { Entrance } from '../parts/entrance'
import { FormProblem } from '../parts/form-problem'
import { meQuery, useCreateOrganization } from '../queries'

export function WelcomeScreen() {
  const t = useText()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const create = useCreateOrganization()
  const form = useSchemaForm(createOrganizationBody, { name: '' })
  const send = form.handleSubmit((body) =>
    create.mutate(body, {
      onSuccess: () => void navigate({ to: '/', replace: true }),
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name'])) create.reset()
      },
    }),
  )
  return (
    <Entrance
      title={t('identity:welcome.title')}
      heading={t('identity:welcome.heading', { name: me.firstName })}
    >
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          {...useField(form, 'name')}
          large
          autoFocus
          autoComplete="organization"
          label={t('identity:welcome.name')}
          help={t('identity:welcome.help')}
        />
        <FormProblem error={create.error} />
        <Button type="submit" variant="primary" size="large" busy={create.isPending} className="mt-1">
          {t('identity:welcome.submit')}
        </Button>
      </form>
    </Entrance>
  )
}
