import '#web/ui/screen-styles.ts';
import '@mantine/core/styles/Progress.css';
