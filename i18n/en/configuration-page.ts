import { configuration, settingAffects, settingGroup, settingHelp, settingName } from './configuration.ts';

/** The texts that come with the configuration. */
export const configurationPage = {
  configuration,
  settingAffects,
  settingGroup,
  settingHelp,
  settingName,
};
