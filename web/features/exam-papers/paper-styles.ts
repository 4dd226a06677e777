import '#web/ui/screen-styles.ts';
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Anchor.css';
