import '#web/ui/screen-styles.ts';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Switch.css';
