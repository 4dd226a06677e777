import '@mantine/core/styles/VisuallyHidden.css';
