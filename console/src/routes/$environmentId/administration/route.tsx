import { createFileRoute } from '@tanstack/react-router'
import { areas } from '../../../app/areas'
import { AdministrationScreen } from '../../../areas/identity/administration/administration-screen'

export const Route = createFileRoute('/$environmentId/administration')({
  component: () => <AdministrationScreen tabs={areas.flatMap(({ administration = [] }) => administration)} />,
})
