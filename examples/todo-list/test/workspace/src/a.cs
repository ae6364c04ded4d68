int a = 1; // TODO(ann): name it
/* FIXME twice */
