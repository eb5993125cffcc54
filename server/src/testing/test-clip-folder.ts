/** The folder of the clips that the processes of a test run share, if there is a run. */
export const clipFolder = () => process.env.KINORA_TEST_CLIPS
